/** What an operator chose for lyric transcription: models by their ids, or an endpoint of their own. */
import type { HearingOptions } from '../analyses/lyric-transcription/hear-song.js';
import type { LyricTranscriptionOptions } from '../analyses/lyric-transcription/lyric-transcription.js';
import type { VocalSeparatorOptions } from '../analyses/lyric-transcription/vocal-separator.js';
import { everyPort, parseAllowList } from '../callbacks/addresses.js';
import { createEndpointGuard } from '../callbacks/endpoint-guard.js';
import { createPost } from '../callbacks/send.js';
import type { Config } from '../config.js';
import { ConfigError } from '../domain/config-error.js';
import { createTranscriptionEndpoint } from '../endpoints/transcription-endpoint.js';
import { namedModelProblem } from '../models/choose-model.js';
import { loadManifest } from '../models/manifest.js';

/** For the operator's log: why the endpoint did not answer. */
export type OnEndpointFailure = (host: string, error: unknown) => void;

/** @throws ConfigError where a setting names a model that is not known or has another purpose */
export function transcriptionOptions(
  config: Config,
  onFailure?: OnEndpointFailure,
): LyricTranscriptionOptions {
  const { recogniser, separator, detector } = config.transcription;
  const known = loadManifest();
  const problems = [
    namedModelProblem('CONTRAFACT_RECOGNISER', recogniser, ['recogniser'], known),
    namedModelProblem('CONTRAFACT_SEPARATOR', separator, ['separator'], known),
    namedModelProblem('CONTRAFACT_DETECTOR', detector, ['audio-events', 'voice-activity'], known),
  ].filter((problem) => problem !== null);
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

/** What descriptions take vocals out with. */
export function separatorOptions({
  modelsDir,
  transcription: { separator },
}: Pick<Config, 'modelsDir' | 'transcription'>): VocalSeparatorOptions {
  return { modelsDir, ...(separator === null ? {} : { separator }) };
}

export function hearingOptions({
  modelsDir,
  transcription: { detector },
}: Pick<Config, 'modelsDir' | 'transcription'>): HearingOptions {
  return { modelsDir, manifest: loadManifest(), ...(detector === null ? {} : { detector }) };
}

function endpointOf(
  config: Config,
  url: string,
  onFailure?: OnEndpointFailure,
): ReturnType<typeof createTranscriptionEndpoint> {
  const { model, apiKey, timeoutSeconds, allow } = config.transcription;
  const guard = createEndpointGuard(url, {
    allow: parseAllowList(config.egressAllow.join(',')),
    // The operator names this URL, so that its port is the operator's choice too.
    own: parseAllowList(allow.join(','), everyPort),
    allowHttp: config.callbackHttp,
  });
  return createTranscriptionEndpoint({
    url,
    model,
    apiKey,
    timeoutSeconds,
    post: createPost(guard, { ...(onFailure && { onFailure }) }),
  });
}
