import { Injectable } from '@nestjs/common';
import { ApiError, type Principal } from '@plaudit/contracts';
import { type Creation, Database } from '@plaudit/database';
import { getChannelType } from '../catalogue/channel-type';
import { toChannelResponse } from '../channels/channel-mapping';
import { ChannelsRepository } from '../channels/channels.repository';
import type { ChannelResponse } from '../channels/channels.responses';
import { ChannelLimitsService } from '../connecting/channel-limits.service';
import type { PlatformMeta } from '../platforms/platform';
import { DashboardChannelFactory } from './dashboard-channel.factory';
import type { ImportRequest } from './import-body';
import { type ImportResult, importResult, validCount } from './imported-reviews';
import type { DashboardImportInput } from './review-imports.dto';
import { ReviewImportsService } from './review-imports.service';

/** What the first import of a channel did. */
export interface DashboardImport extends ImportResult {
  channel: ChannelResponse | null;
}

/** Creates a channel of a type that cannot be crawled, together with the reviews of its first file. */
@Injectable()
export class DashboardImportsService {
  constructor(
    private readonly database: Database,
    private readonly limits: ChannelLimitsService,
    private readonly factory: DashboardChannelFactory,
    private readonly channels: ChannelsRepository,
    private readonly imports: ReviewImportsService,
  ) {}

  /**
   * Returns what happened to each row, and the channel. Without a valid row there is no channel. Throws 400 for a type that is
   * connected in another way, and 402 `channel_limit_reached` over the limit of the plan.
   */
  async import(
    principal: Principal,
    request: ImportRequest<DashboardImportInput>,
    creation: Creation<DashboardImport>,
  ): Promise<DashboardImport> {
    const { meta } = getChannelType(request.input.type);
    assertDashboard(meta);
    const read = await this.imports.read(request, meta);
    if (request.validateOnly || validCount(read.rows) === 0) {
      const result = importResult(read, request.validateOnly ? null : { inserted: 0, updated: 0 });
      return { ...result, channel: null };
    }
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        await this.limits.assertBelowLimit(tx, principal, meta);
        const created = await this.factory.create(tx, principal, meta, request.input.name);
        const result = await this.imports.store(tx, created, read);
        const channel = (await this.channels.lock(tx, created.id)) ?? created;
        return { ...result, channel: toChannelResponse(channel) };
      }),
    );
  }
}

function assertDashboard({ method, label, slug }: PlatformMeta): void {
  if (method === 'dashboard') return;
  throw new ApiError(
    'invalid_value',
    `type ${slug} is connected by its profile; add it with POST /channels/add, and import files of ${label} into that channel.`,
    { field: 'type' },
  );
}
