import { registerAudioTask } from '../../start/audio-task.js';
import type { Route } from '../../types.js';

export const scanFingerprint: Route = (server, dependencies) => {
  registerAudioTask(server, dependencies, {
    url: '/api/v1/fingerprint/scan',
    operation: 'fingerprint-scan',
    operationId: 'scanFingerprint',
    tag: 'fingerprint',
    summary: 'Find every indexed song in a long recording, with its place in both',
    modelParameter: null,
    fields: {},
    problems: [],
    async parameters() {
      return {};
    },
  });
};
