/** Gauges of this process alone: its compute processes, its connections, its worker, and which build it is. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ComputePoolStats } from '../compute/pool.js';
import type { ConnectionStats } from '../storage/postgres-pool.js';

/** What a pool of compute processes is for. */
export type PoolName = 'tasks' | 'inspection' | 'descriptions';

export interface PoolMetrics {
  add(name: PoolName, stats: () => ComputePoolStats): void;
}

export function computeMetrics(registry: Registry): PoolMetrics {
  const pools = new Map<PoolName, () => ComputePoolStats>();
  const lostBefore = new Map<PoolName, number>();
  const gauge = (name: string, help: string, value: (stats: ComputePoolStats) => number): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, stats] of pools) this.set({ pool }, value(stats()));
      },
    });
  gauge('contrafact_compute_size', 'Compute processes at most', ({ size }) => size);
  gauge('contrafact_compute_busy', 'Compute processes at work', ({ busy }) => busy);
  gauge('contrafact_compute_queued', 'Computations that wait for a process', ({ queued }) => queued);
  new Counter({
    name: 'contrafact_compute_killed_total',
    help: 'Compute processes that were killed or crashed',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, stats] of pools) {
        const { lost } = stats();
        this.inc({ pool }, lost - (lostBefore.get(pool) ?? 0));
        lostBefore.set(pool, lost);
      }
    },
  });
  return { add: (name, stats) => void pools.set(name, stats) };
}

/** `stats` null: the embedded engine, which has no connections. */
export function connectionMetrics(registry: Registry, stats: (() => ConnectionStats) | null): void {
  if (stats === null) return;
  new Gauge({
    name: 'contrafact_database_connections',
    help: 'Connections of this process to the database: used, idle, max',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { used, idle, max } = stats();
      for (const [state, value] of Object.entries({ used, idle, max })) this.set({ state }, value);
    },
  });
  new Gauge({
    name: 'contrafact_database_waiting',
    help: 'Statements and transactions of this process that wait for a connection',
    registers: [registry],
    collect() {
      this.set(stats().waiting);
    },
  });
}

/** A process that works tasks off has these: their number is the number of live workers. */
export function workerMetrics(registry: Registry, slots: number, running: () => number): void {
  new Gauge({
    name: 'contrafact_worker_slots',
    help: 'Tasks that this process runs at once at most',
    registers: [registry],
  }).set(slots);
  new Gauge({
    name: 'contrafact_worker_running',
    help: 'Tasks that this process runs now',
    registers: [registry],
    collect() {
      this.set(running());
    },
  });
}

export interface Build {
  readonly version: string;
  readonly role: string;
  readonly engine: string;
  readonly sandbox: string;
}

export function buildMetrics(registry: Registry, build: Build): void {
  new Gauge({
    name: 'contrafact_build_info',
    help: 'Always 1; which build this process is, in its labels',
    labelNames: ['version', 'node', 'role', 'engine', 'sandbox'],
    registers: [registry],
  }).set({ ...build, node: process.versions.node }, 1);
}
