/** Sounds, made on the spot: a crunch for a bite, three notes for a win. */

/** @type {AudioContext | null} */
let context = null;

/** The context, once somebody wants to hear something. */
function audio() {
  context ??= new AudioContext();
  return context;
}

/** A crunch: short bursts of noise that fade. */
export function crunch() {
  const { sampleRate, destination } = audio();
  const buffer = audio().createBuffer(1, sampleRate * 0.18, sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    const time = i / sampleRate;
    samples[i] = (Math.random() * 2 - 1) * 0.3 * Math.exp(-time * 22) * (Math.sin(time * 190) > 0 ? 1 : 0.25);
  }
  const source = new AudioBufferSourceNode(audio(), { buffer });
  source.connect(destination);
  source.start();
}

/** Three rising notes. */
export function fanfare() {
  for (const [i, frequency] of [523, 659, 784].entries()) {
    const begin = audio().currentTime + 0.2 + i * 0.13;
    const note = new OscillatorNode(audio(), { frequency, type: "triangle" });
    const volume = new GainNode(audio(), { gain: 0.15 });
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.4);
    note.connect(volume).connect(audio().destination);
    note.start(begin);
    note.stop(begin + 0.4);
  }
}
