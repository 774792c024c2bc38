/** Installs optional models for an operator who asks in the dashboard: what `contrafact models pull` does, in the background. */
import { randomUUID } from 'node:crypto';
import type { InstallationView, InstallOutcome, ModelInstallations } from '../http/dashboard/ports.js';
import {
  cancelInstallation,
  InstallationCancelledError,
  InstallationRunningError,
  nothingReceived,
  readInstallation,
} from './installation.js';
import { listModels } from './installed.js';
import { type Manifest, type ModelEntry, modelFolder } from './manifest.js';
import { pullModel } from './pull.js';

export interface ModelInstallerOptions {
  readonly known: Manifest;
  readonly modelsDir: string;
  readonly hubUrl: string;
  /** Why none is installed from here; null where they can be. */
  readonly reasonAgainst: string | null;
  /** `error` null: installed. */
  readonly onEnd: (id: string, error: unknown) => void;
}

export interface ModelInstaller extends ModelInstallations {
  /** Stops what this process installs; it can be continued. */
  close(): Promise<void>;
}

/** A click may fetch what is on the public hub under a licence that is known; the rest is for the command line. */
function isInstallable({ shipped, repository, licence }: ModelEntry): boolean {
  return !shipped && repository !== null && licence !== 'unknown';
}

/** An API process on its own installs for nobody: workers, and other API processes, would not see the files. */
export function reasonAgainstInstalling(settings: {
  readonly role: string;
  readonly isModelsDirSet: boolean;
}): string | null {
  if (settings.role !== 'api' || settings.isModelsDirSet) return null;
  return 'Models cannot be installed from here, because the processes of this instance share no models folder. Set CONTRAFACT_MODELS_DIR to a folder that all of them mount.';
}

/** How an attempt of this process ended, for where the model's folder cannot keep it. */
interface Ended {
  readonly view: InstallationView;
  /** Of this attempt, and of what the folder said before it: what either says now is older than `view`. */
  readonly tokens: readonly (string | undefined)[];
}

export function createModelInstaller(options: ModelInstallerOptions): ModelInstaller {
  const { known, modelsDir, hubUrl, reasonAgainst, onEnd } = options;
  const abort = new AbortController();
  /** What this process installs. Other processes' work is seen in the model's folder. */
  const running = new Map<string, Promise<void>>();
  /** Without success; until the next start. */
  const ended = new Map<string, Ended>();
  const find = (id: string): ModelEntry | undefined => known.models.find((entry) => entry.id === id);

  const stateIn = (entry: ModelEntry) => readInstallation(modelFolder(entry, modelsDir));
  const mayInstall = (entry: ModelEntry): boolean => reasonAgainst === null && isInstallable(entry);

  async function install(entry: ModelEntry): Promise<void> {
    const token = randomUUID();
    const before = await stateIn(entry);
    try {
      await pullModel(entry, { modelsDir, hubUrl, signal: abort.signal, token });
      onEnd(entry.id, null);
    } catch (error) {
      // Another process installs it: its state is in the folder.
      if (!(error instanceof InstallationRunningError)) {
        ended.set(entry.id, { view: endedView(error, abort.signal), tokens: [token, before?.token] });
      }
      if (!(error instanceof InstallationCancelledError)) onEnd(entry.id, error);
    } finally {
      running.delete(entry.id);
    }
  }

  return {
    reasonAgainst,
    isInstallable: (id) => {
      const entry = find(id);
      return entry !== undefined && mayInstall(entry);
    },
    async of(id) {
      const entry = find(id);
      if (!entry) return null;
      const kept = await stateIn(entry);
      if (running.has(id)) return kept?.state === 'running' ? kept : { ...begun, state: 'running' };
      const last = ended.get(id);
      return last && (kept === null || last.tokens.includes(kept.token)) ? last.view : kept;
    },
    async start(id): Promise<InstallOutcome> {
      const entry = find(id);
      if (!entry) return 'unknown';
      if (!mayInstall(entry)) return 'not-installable';
      const state = (await listModels(known, modelsDir)).find((model) => model.entry === entry)?.state;
      if (running.has(id)) return 'running';
      if (state === 'installed') return 'installed';
      ended.delete(id);
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

const begun = { ...nothingReceived, error: null };

function endedView(error: unknown, { aborted }: AbortSignal): InstallationView {
  if (aborted || error instanceof InstallationCancelledError) return { ...begun, state: 'cancelled' };
  return { ...begun, state: 'failed', error: error instanceof Error ? error.message : String(error) };
}
