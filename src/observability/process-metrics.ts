/** Gauges of this process alone: its compute processes, its connections, its worker, and which build it is. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { ConnectionReading, PoolReading } from './ports.js';

/** With what Node.js reports of every process. */
export function openMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** What a pool of compute processes is for. */
export type PoolName = 'tasks' | 'inspection' | 'descriptions';

export interface PoolMetrics {
  add(name: PoolName, stats: () => PoolReading): void;
}

export function computeMetrics(registry: Registry): PoolMetrics {
  const pools = new Map<PoolName, () => PoolReading>();
  const lostBefore = new Map<PoolName, number>();
  const gauge = (name: string, help: string, value: (stats: PoolReading) => number): Gauge =>
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
export function connectionMetrics(registry: Registry, stats: (() => ConnectionReading) | null): void {
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
