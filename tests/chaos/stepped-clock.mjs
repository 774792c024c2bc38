// Loaded into the service by `node --import`: adds the milliseconds that the file named by STEPPED_CLOCK_FILE holds to
// the wall clock, and follows changes, as a machine whose clock someone sets. Timers run on, as they do there.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const realNow = RealDate.now.bind(RealDate);
let offsetMs = 0;

function look() {
  try {
    offsetMs = Number(readFileSync(process.env.STEPPED_CLOCK_FILE, 'utf8')) || 0;
  } catch {
    offsetMs = 0;
  }
}

look();
setInterval(look, 50).unref();
const now = () => realNow() + offsetMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    given.length === 0 ? new target(now()) : Reflect.construct(target, given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
