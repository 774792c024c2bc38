import { registerFingerprintTask } from '../../start/fingerprint-task.js';
import type { Route } from '../../types.js';

export const checkFingerprint: Route = (server, dependencies) => {
  registerFingerprintTask(server, dependencies, {
    url: '/api/v1/fingerprint/check',
    operation: 'fingerprint-check',
    operationId: 'checkFingerprint',
    summary: 'Check whether a song duplicates an indexed song',
  });
};
