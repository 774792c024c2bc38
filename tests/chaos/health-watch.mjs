// Polls the health check of the service whose address it is given ten times a second until its input ends, then prints
// what it saw. A process of its own: whoever floods is too busy to time anything.
const url = process.argv[2];
let busy = true;
process.stdin.resume().on('end', () => {
  busy = false;
});
let healthChecks = 0;
let failedChecks = 0;
let slowestCheckMs = 0;
while (busy) {
  const startedAt = performance.now();
  const answer = await fetch(url).catch(() => null);
  slowestCheckMs = Math.max(slowestCheckMs, performance.now() - startedAt);
  healthChecks += 1;
  if (answer?.status !== 200) failedChecks += 1;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
process.stdout.write(JSON.stringify({ healthChecks, failedChecks, slowestCheckMs }));
