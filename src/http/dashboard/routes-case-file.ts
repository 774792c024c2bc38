/** Case files of one or several results: a page to print, a PDF, a table, and JSON. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CaseFile } from '../../domain/case-file/case-file.js';
import { casePage } from '../../domain/case-file/page.js';
import { caseTable } from '../../domain/case-file/table.js';
import { casePdf, maxCaseTasks, readCaseFiles } from './case-files.js';
import type { DashboardDependencies } from './dependencies.js';
import { parse } from './problem.js';
import { userOf } from './session-guard.js';

const taskId = z.string().max(100);
const query = z.object({
  task: z.union([taskId.transform((id) => [id]), z.array(taskId).min(1).max(maxCaseTasks)]),
});

/** The page holds its styles itself, runs nothing and loads nothing. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-modals",
  'x-content-type-options': 'nosniff',
};
export const download = (type: string, name: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'x-content-type-options': 'nosniff',
});

export function caseFileRoutes(app: FastifyInstance, dependencies: DashboardDependencies): void {
  const read = (accountId: string, asked: unknown, withDrawings: boolean): Promise<CaseFile[]> =>
    readCaseFiles(dependencies, accountId, parse(query, asked).task, { isShared: false, withDrawings });

  app.get('/case-file.html', async (request, reply) => {
    const files = await read(userOf(request).accountId, request.query, true);
    return reply.headers(pageHeaders).send(casePage(files, new Date()));
  });
  app.get('/case-file.pdf', async (request, reply) => {
    const { accountId } = userOf(request);
    const files = await read(accountId, request.query, true);
    const pdf = await casePdf(dependencies, accountId, files);
    return reply.headers(download('application/pdf', 'case-file.pdf')).send(pdf);
  });
  app.get('/case-file.csv', async (request, reply) => {
    const files = await read(userOf(request).accountId, request.query, false);
    return reply.headers(download('text/csv; charset=utf-8', 'case-file.csv')).send(caseTable(files));
  });
  app.get('/case-file.json', async (request, reply) => {
    const files = await read(userOf(request).accountId, request.query, false);
    // What a drawing is made of stands in the result: for programs the picture adds nothing.
    const cases = files.map(({ drawings: _, ...file }) => file);
    const body = JSON.stringify({ printed_at: new Date(), cases }, null, 2);
    return reply.headers(download('application/json; charset=utf-8', 'case-file.json')).send(body);
  });
}
