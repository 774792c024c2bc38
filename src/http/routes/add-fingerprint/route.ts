import { registerFingerprintTask } from '../../start/fingerprint-task.js';
import type { Route } from '../../types.js';

export const addFingerprint: Route = (server, dependencies) => {
  registerFingerprintTask(server, dependencies, {
    url: '/api/v1/fingerprint/add',
    operation: 'fingerprint-add',
    operationId: 'addFingerprint',
    summary: "Register a song's fingerprint in the similarity index",
  });
};
