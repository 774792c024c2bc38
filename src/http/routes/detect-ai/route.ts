import { registerAudioTask } from '../../start/audio-task.js';
import type { Route } from '../../types.js';

export const detectAi: Route = (server, dependencies) => {
  registerAudioTask(server, dependencies, {
    url: '/api/v1/ai-detection/:model_name',
    operation: 'ai-detection',
    operationId: 'detectAi',
    tag: 'ai-detection',
    summary: 'Detect AI-generated music',
    modelParameter: 'model_name',
    fields: {},
    problems: ['plan_required'],
    async parameters() {
      return {};
    },
  });
};
