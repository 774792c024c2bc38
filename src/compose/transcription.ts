/** What an operator chose for lyric transcription: models by their ids, or an endpoint of their own. */
import { isIP } from 'node:net';
import type { LyricTranscriptionOptions } from '../analyses/lyric-transcription/lyric-transcription.js';
import { accessOf, everyPort, parseAllowList } from '../callbacks/addresses.js';
import { createEgressGuard } from '../callbacks/egress-guard.js';
import { systemResolve } from '../callbacks/resolve.js';
import { createPost } from '../callbacks/send.js';
import { type Config, ConfigError } from '../config.js';
import { createTranscriptionEndpoint } from '../endpoints/transcription-endpoint.js';
import { loadManifest, type ModelEntry } from '../models/manifest.js';

/** For the operator's log: why the endpoint did not answer. */
export type OnEndpointFailure = (host: string, error: unknown) => void;

/** @throws ConfigError where a setting names a model that is not known or has another purpose */
export function transcriptionOptions(
  config: Config,
  onFailure?: OnEndpointFailure,
): LyricTranscriptionOptions {
  const { recogniser, separator, detector } = config.transcription;
  const problems = [
    ...wrongModel('CONTRAFACT_RECOGNISER', recogniser, ['recogniser']),
    ...wrongModel('CONTRAFACT_SEPARATOR', separator, ['separator']),
    ...wrongModel('CONTRAFACT_DETECTOR', detector, ['audio-events', 'voice-activity']),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    modelsDir: config.modelsDir,
    ...(recogniser === null ? {} : { recogniser }),
    ...(separator === null ? {} : { separator }),
    ...(detector === null ? {} : { detector }),
    ...(config.transcription.url === null
      ? {}
      : { remote: endpointOf(config, config.transcription.url, onFailure) }),
  };
}

function wrongModel(
  setting: string,
  id: string | null,
  purposes: readonly ModelEntry['purpose'][],
): string[] {
  if (id === null || id === 'none') return [];
  const fitting = loadManifest().models.filter(({ purpose }) => purposes.includes(purpose));
  if (fitting.some((entry) => entry.id === id)) return [];
  return [`${setting}: "${id}" is none of ${fitting.map((entry) => entry.id).join(', ')}`];
}

/**
 * The guard of callbacks with the operator's own exception: addresses in CONTRAFACT_TRANSCRIBE_ALLOW may be reached
 * by this endpoint alone, also over plain http. Customers' callbacks gain nothing by it.
 */
function endpointOf(config: Config, url: string, onFailure?: OnEndpointFailure) {
  const { model, apiKey, timeoutSeconds, allow } = config.transcription;
  // The operator names this URL, so that its port is the operator's choice too.
  const own = parseAllowList(allow.join(','), everyPort);
  // What the address list does not name counts as this machine's own, and is refused.
  const isListed = (address: string): boolean => accessOf(address, 443, own, [address]) !== 'blocked';
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const isPlain = url.startsWith('http:') && !config.callbackHttp;
  const guard = createEgressGuard({
    allow: [...parseAllowList(config.egressAllow.join(',')), ...own],
    allowHttp: config.callbackHttp || (allow.length > 0 && (isIP(host) === 0 || isListed(host))),
    ...(isPlain && {
      resolve: async (name: string, signal: AbortSignal) => {
        const found = await systemResolve(name, signal);
        return found.every(isListed) ? found : [];
      },
    }),
  });
  return createTranscriptionEndpoint({
    url,
    model,
    apiKey,
    timeoutSeconds,
    post: createPost(guard, { ...(onFailure && { onFailure }) }),
  });
}
