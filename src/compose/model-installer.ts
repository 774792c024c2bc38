/** Installs optional models for an operator who asks in the dashboard: what `contrafact models pull` does, in the background. */
import type { InstallOutcome, ModelInstallations } from '../http/dashboard/ports.js';
import { cancelInstallation, InstallationCancelledError, readInstallation } from '../models/installation.js';
import { listModels } from '../models/installed.js';
import { type Manifest, type ModelEntry, modelFolder } from '../models/manifest.js';
import { pullModel } from '../models/pull.js';

export interface ModelInstallerOptions {
  readonly known: Manifest;
  readonly modelsDir: string;
  readonly hubUrl: string;
  /** `error` null: installed. */
  readonly onEnd: (id: string, error: unknown) => void;
}

export interface ModelInstaller extends ModelInstallations {
  /** Stops what this process installs; it can be continued. */
  close(): Promise<void>;
}

/** A click may fetch what is on the public hub under a licence that is known; the rest is for the command line. */
export function isInstallable({ shipped, repository, licence }: ModelEntry): boolean {
  return !shipped && repository !== null && licence !== 'unknown';
}

export function createModelInstaller(options: ModelInstallerOptions): ModelInstaller {
  const { known, modelsDir, hubUrl, onEnd } = options;
  const abort = new AbortController();
  /** What this process installs. Other processes' work is seen in the model's folder. */
  const running = new Map<string, Promise<void>>();
  const find = (id: string): ModelEntry | undefined => known.models.find((entry) => entry.id === id);

  async function install(entry: ModelEntry): Promise<void> {
    try {
      await pullModel(entry, { modelsDir, hubUrl, signal: abort.signal });
      onEnd(entry.id, null);
    } catch (error) {
      if (!(error instanceof InstallationCancelledError)) onEnd(entry.id, error);
    } finally {
      running.delete(entry.id);
    }
  }

  return {
    isInstallable: (id) => {
      const entry = find(id);
      return entry !== undefined && isInstallable(entry);
    },
    async of(id) {
      const entry = find(id);
      return entry === undefined ? null : readInstallation(modelFolder(entry, modelsDir));
    },
    async start(id): Promise<InstallOutcome> {
      const entry = find(id);
      if (!entry) return 'unknown';
      if (!isInstallable(entry)) return 'not-installable';
      const state = (await listModels(known, modelsDir)).find((model) => model.entry === entry)?.state;
      if (running.has(id)) return 'running';
      if (state === 'installed') return 'installed';
      running.set(id, install(entry));
      return 'started';
    },
    async cancel(id) {
      const entry = find(id);
      return entry !== undefined && cancelInstallation(modelFolder(entry, modelsDir));
    },
    async close() {
      abort.abort(new Error('The service is stopping.'));
      await Promise.allSettled(running.values());
    },
  };
}
