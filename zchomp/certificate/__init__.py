"""Certificates: files of proofs, which a verifier accepts or refuses.

The modules:

    verdict        the verdict on a certificate, and the stand-alone verifier in this process
    format         how the lines of a certificate are written and read
    certify        proves a claim, writes its certificate, has it verified, and puts it in place
    draft          certificates that are not complete yet, and how a run resumes from them
    compact_run    the compiled engine, which writes a compact certificate as it proves
    segments       checks a part of a certificate, and trusts the lines before it
    division       cuts a certificate into segments, and combines their verdicts into one
    cluster        has segments checked by the machines of a Dask scheduler
    coq_checker    runs the checker extracted from Coq (coq_checker_run: so that it can be resumed)
    checking       chooses who checks: the verifier or the proved checker, alone, by segments, or on a cluster
    coq            writes a certificate as a Coq module
"""
