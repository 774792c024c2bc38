/** Resident memory of a process and its descendants, sampled from /proc (Linux). */
import { family, residentMb } from '../../tests/support/processes.js';

export interface MemoryFigures {
  readonly beforeMb: number;
  readonly mainMb: number;
  readonly allMb: number;
}

export function watchMemory(pid: number): { stop(): MemoryFigures } {
  const beforeMb = residentMb(pid);
  let mainMb = beforeMb;
  let allMb = 0;
  const timer = setInterval(() => {
    mainMb = Math.max(mainMb, residentMb(pid));
    allMb = Math.max(
      allMb,
      family(pid).reduce((sum, member) => sum + residentMb(member), 0),
    );
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return { beforeMb, mainMb, allMb };
    },
  };
}
