/**
 * Loaded into a service before its own code: records the processor time that its main thread uses between two timers. The
 * time of an iteration of the event loop beyond the interval is a hold, however busy the machine is with other work.
 */
const everyMs = 5;
let before = process.threadCpuUsage();
let longestMicros = 0;

setInterval(() => {
  const now = process.threadCpuUsage();
  longestMicros = Math.max(longestMicros, now.user + now.system - before.user - before.system);
  before = now;
}, everyMs).unref();

/** The longest hold since the last call, in milliseconds of processor time. */
function takeLongestHold(): number {
  const ms = longestMicros / 1000;
  longestMicros = 0;
  return ms;
}

Object.assign(globalThis, { takeLongestHold });
