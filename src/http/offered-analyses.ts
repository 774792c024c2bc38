/** What an instance does not offer (`CONTRAFACT_ANALYSES`): its routes answer so, and the contract leaves them out. */
import type { RouteOptions } from 'fastify';
import { type AnalysisName, analysisOf, isAnalysisName } from '../domain/analysis-names.js';
import type { OperationName } from '../domain/operations.js';
import { Problem } from '../domain/problems.js';

/** Throws `analysis_not_offered`. */
export function requireOffered(offered: readonly AnalysisName[], operation: OperationName): void {
  const analysis = analysisOf[operation];
  if (!offered.includes(analysis)) throw notOffered(analysis, offered);
}

/** Hides a route of an analysis that is not offered, and answers it before its body is read. Call it for each route. */
export function closeRouteNotOffered(route: RouteOptions, offered: readonly AnalysisName[]): void {
  const { schema } = route;
  const analysis = (schema as { tags?: readonly string[] } | undefined)?.tags?.find(isAnalysisName);
  if (!schema || !analysis || offered.includes(analysis)) return;
  (schema as { hide?: boolean }).hide = true;
  // After the hooks of the contract: only a caller that is known learns what there is.
  route.onRequest = [
    async () => {
      throw notOffered(analysis, offered);
    },
  ];
}

function notOffered(analysis: AnalysisName, offered: readonly AnalysisName[]): Problem {
  return new Problem(
    'analysis_not_offered',
    `This instance does not offer ${analysis}. It offers ${offered.join(', ')}.`,
  );
}
