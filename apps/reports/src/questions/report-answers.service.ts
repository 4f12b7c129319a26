import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { CSV_CONTENT_TYPE, matchesEtag } from '@plaudit/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type KeptAnswer, ReportAnswersCache } from './report-answers.cache';
import { csvParts, reportFormat, type ReportTable } from './report-format';
import type { ReportQuery } from './report-query.dto';
import type { ReportScope } from './report-scope';
import { readScope, ReportScopesService } from './report-scopes.service';

/** A report, and who asks for it with which query. */
export interface ReportQuestion<Answer extends object> {
  /** Name of the report, and of its file as CSV. */
  name: string;
  principal: Principal;
  query: ReportQuery;
  /** Reads the answer. All of its statements read one state of the tables. */
  read(tx: Tx, scope: ReportScope): Promise<Answer>;
  table(answer: Answer): ReportTable;
}

/** Answers questions by the rules that all reports share: scope, cache, conditional requests, JSON and CSV. */
@Injectable()
export class ReportAnswersService {
  constructor(
    private readonly database: Database,
    private readonly scopes: ReportScopesService,
    private readonly cache: ReportAnswersCache,
  ) {}

  /** Sends the answer, or 304 if the client has it. Throws the errors of {@link ReportScopesService} and of `question.read`. */
  async send<Answer extends object>(
    question: ReportQuestion<Answer>,
    { headers }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { name, query, table } = question;
    const { body, hash } = await this.answer(question);
    const format = reportFormat(query.format, headers.accept);
    const etag = `"${hash}-${format}"`;
    void reply.headers({
      // Weak, because it is the same for compressed bodies.
      ETag: `W/${etag}`,
      'Cache-Control': 'private, no-cache',
      Vary: 'Accept, Accept-Encoding',
    });
    if (matchesEtag(headers['if-none-match'], etag)) {
      void reply.code(304).send();
      return;
    }
    if (format === 'csv') {
      const answer = JSON.parse((await body.in('identity')).toString()) as Answer;
      void reply
        .headers({
          'Content-Type': CSV_CONTENT_TYPE,
          'Content-Disposition': `attachment; filename="${name}.csv"`,
        })
        .send(Readable.from(csvParts(table(answer)), { objectMode: false }));
      return;
    }
    const encoding = body.encodingFor(headers['accept-encoding']?.toString());
    void reply.header('Content-Type', 'application/json; charset=utf-8');
    if (encoding !== 'identity') void reply.header('Content-Encoding', encoding);
    void reply.send(await body.in(encoding));
  }

  private async answer<Answer extends object>({
    name,
    principal,
    query,
    read,
  }: ReportQuestion<Answer>): Promise<KeptAnswer> {
    const asked = readScope(principal, query);
    const { rev, ...local } = await this.scopes.state(asked);
    const { account_id, sub_account_id } = principal;
    const key = JSON.stringify([account_id, sub_account_id, name, normalised(query), rev, local]);
    return this.cache.get(key, async () => {
      await this.scopes.check(asked);
      return this.database.consistentRead((tx) => read(tx, { ...asked, ...local }));
    });
  }
}

/** Returns the parameters of a query on which its answer depends, in one order. */
function normalised({ format: _format, ...query }: ReportQuery): [string, string][] {
  return Object.entries(query)
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
