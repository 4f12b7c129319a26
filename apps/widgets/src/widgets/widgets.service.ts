import { Injectable } from '@nestjs/common';
import {
  ApiError,
  notFound,
  type Principal,
  type SubAccountDeletedPayload,
  type Tenant,
} from '@plaudit/contracts';
import { type Creation, Database, type Tx } from '@plaudit/database';
import type { EventWith } from '@plaudit/events';
import { base62, Clock, type ListPage, type ListSlice, Randomness, readListPage } from '@plaudit/runtime';
import { changeSettings } from '../settings/change-settings';
import {
  findWidgetType,
  SETTINGS_VERSION,
  WIDGET_TYPES,
  type WidgetTypeEntry,
} from '../settings/widget-types';
import type { Widget } from './widget';
import { WidgetChangesPublisher } from './widget-changes.publisher';
import { WidgetsRepository, type WidgetSummary } from './widgets.repository';

interface WidgetInput {
  type?: unknown;
  name?: string;
  active?: boolean;
  settings?: unknown;
}

type WidgetPatch = Omit<WidgetInput, 'type'>;

const KEY_LENGTH = 16;

@Injectable()
export class WidgetsService {
  constructor(
    private readonly database: Database,
    private readonly widgets: WidgetsRepository,
    private readonly changes: WidgetChangesPublisher,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  async list(tenant: Tenant, page: ListPage): Promise<ListSlice<WidgetSummary>> {
    return readListPage(page, (rows) => this.widgets.list(tenant, page.afterId, rows));
  }

  /** @throws ApiError 404 if the sub account has no widget with this id. */
  async get(tenant: Tenant, id: number): Promise<Widget> {
    const widget = await this.widgets.find(tenant, id);
    if (!widget) throw notFound('widget', id);
    return widget;
  }

  /** @throws ApiError 422 for an invalid type or setting, or if the plan allows no further widget. */
  async add<Body>(principal: Principal, input: WidgetInput, creation: Creation<Widget, Body>): Promise<Body> {
    const entry = requireType(input.type);
    const { overrides } = changeSettings(entry.type, {}, settingsPatch(input.settings));
    return this.database.transaction((tx) =>
      creation.once(tx, async () => {
        await this.requireRoomInPlan(tx, principal);
        const widget = await this.widgets.insert(
          tx,
          {
            account_id: principal.account_id,
            sub_account_id: principal.sub_account_id,
            key: newWidgetKey((count) => this.randomness.bytes(count)),
            type: entry.type,
            name: input.name ?? entry.label,
            active: input.active ?? true,
            settings: overrides,
            settings_version: SETTINGS_VERSION,
          },
          this.clock.now(),
        );
        await this.changes.publish(tx, [widget]);
        return widget;
      }),
    );
  }

  /** @throws ApiError 404 if the sub account has no widget with this id, 422 for an invalid setting. */
  async update(tenant: Tenant, id: number, patch: WidgetPatch): Promise<Widget> {
    return this.database.transaction(async (tx) => {
      const before = await this.lock(tx, tenant, id);
      const { overrides } = changeSettings(before.type, before.settings, settingsPatch(patch.settings));
      const widget = await this.widgets.update(
        tx,
        {
          id,
          name: patch.name ?? before.name,
          active: patch.active ?? before.active,
          settings: overrides,
          settings_version: SETTINGS_VERSION,
        },
        this.clock.now(),
      );
      await this.changes.publish(tx, [widget]);
      return widget;
    });
  }

  /** @throws ApiError 404 if the sub account has no widget with this id. */
  async delete(tenant: Tenant, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const widget = await this.lock(tx, tenant, id);
      await this.widgets.delete(tx, id);
      await this.changes.publish(tx, [{ ...widget, rev: widget.rev + 1 }], true);
    });
  }

  /** Deactivates the widgets of a deleted sub account. The widgets stay stored, and pages that embed them show nothing. */
  async closeSubAccount(tx: Tx, event: EventWith<SubAccountDeletedPayload, 'id'>): Promise<void> {
    const tenant = { account_id: event.accountid, sub_account_id: event.data.id };
    await this.changes.publish(tx, await this.widgets.close(tx, tenant));
  }

  /** Locks a widget that the transaction changes. */
  private async lock(tx: Tx, tenant: Tenant, id: number): Promise<Widget> {
    const widget = await this.widgets.lock(tx, tenant, id);
    if (!widget) throw notFound('widget', id);
    return widget;
  }

  private async requireRoomInPlan(tx: Tx, { account_id: accountId, limits }: Principal): Promise<void> {
    const { widgets: limit } = limits;
    await this.widgets.lockAdditions(tx, accountId);
    if (limit < 0) return;
    const used = await this.widgets.countForLimit(tx, accountId);
    if (used < limit) return;
    throw new ApiError(
      'widget_limit_reached',
      `The plan allows ${limit} widgets, and the account has ${used}. Delete one or choose a larger plan.`,
      { limit, used },
    );
  }
}

/** Returns `w_` and 16 random base62 characters. Keys are public, but their 95 bits cannot be guessed. */
export function newWidgetKey(randomBytes: (count: number) => Buffer): string {
  return `w_${base62(KEY_LENGTH, randomBytes)}`;
}

/** @throws ApiError 422 unless this is a type of widget. */
export function requireType(type: unknown): WidgetTypeEntry {
  const known = WIDGET_TYPES.join(', ');
  if (type === undefined || type === null || type === '') {
    throw new ApiError('missing_widget_type', `type is required. It must be one of ${known}.`, {
      field: 'type',
    });
  }
  const entry = findWidgetType(type);
  if (!entry) {
    throw new ApiError('unknown_widget_type', `type must be one of ${known}.`, { field: 'type' });
  }
  return entry;
}

/** A request without settings changes none. `null` is refused later, because it is not an object. */
export function settingsPatch(settings: unknown): unknown {
  return settings === undefined ? {} : settings;
}
