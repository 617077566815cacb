"""Files and input by somebody who means harm: nothing crashes, nothing false is said, no memory runs out."""
