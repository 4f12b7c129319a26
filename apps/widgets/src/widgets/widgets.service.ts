import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type PlanLimits } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { Clock, Randomness } from '@plaudit/runtime';
import { changeSettings } from './settings-rules';
import type { Owner, Widget } from './widget';
import { WidgetAnnouncer } from './widget-announcer';
import { newWidgetKey } from './widget-key';
import { findWidgetType, SETTINGS_VERSION, WIDGET_TYPES, type WidgetTypeEntry } from './widget-types';
import { WidgetsRepository, type WidgetSummary } from './widgets.repository';

interface WidgetInput {
  type?: unknown;
  name?: string;
  active?: boolean;
  settings?: unknown;
}

type WidgetPatch = Omit<WidgetInput, 'type'>;

@Injectable()
export class WidgetsService {
  constructor(
    private readonly database: Database,
    private readonly widgets: WidgetsRepository,
    private readonly announcer: WidgetAnnouncer,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {}

  async list(owner: Owner): Promise<WidgetSummary[]> {
    return this.widgets.list(owner);
  }

  async get(owner: Owner, id: number): Promise<Widget> {
    const widget = await this.widgets.find(owner, id);
    if (!widget) throw notFound('widget', id);
    return widget;
  }

  /** @throws ApiError 422 for the type, a setting, or a plan that has no more widgets. */
  async add(owner: Owner, limits: PlanLimits, input: WidgetInput): Promise<Widget> {
    const entry = requireType(input.type);
    const { overrides } = changeSettings(entry.type, {}, sent(input.settings));
    return this.database.transaction(async (tx) => {
      await this.requireRoom(tx, owner.account_id, limits.widgets);
      const widget = await this.widgets.insert(
        tx,
        {
          account_id: owner.account_id,
          sub_account_id: owner.sub_account_id,
          key: newWidgetKey((count) => this.randomness.bytes(count)),
          type: entry.type,
          name: input.name ?? entry.label,
          active: input.active ?? true,
          settings: overrides,
          settings_version: SETTINGS_VERSION,
        },
        this.clock.now(),
      );
      await this.announcer.changed(tx, [widget]);
      return widget;
    });
  }

  async update(owner: Owner, id: number, patch: WidgetPatch): Promise<Widget> {
    return this.database.transaction(async (tx) => {
      const before = await this.lock(tx, owner, id);
      const { overrides } = changeSettings(before.type, before.settings, sent(patch.settings));
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
      await this.announcer.changed(tx, [widget]);
      return widget;
    });
  }

  async delete(owner: Owner, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const widget = await this.lock(tx, owner, id);
      await this.widgets.delete(tx, id);
      await this.announcer.changed(tx, [{ ...widget, rev: widget.rev + 1 }], true);
    });
  }

  private async lock(tx: Tx, owner: Owner, id: number): Promise<Widget> {
    const widget = await this.widgets.lock(tx, owner, id);
    if (!widget) throw notFound('widget', id);
    return widget;
  }

  private async requireRoom(tx: Tx, accountId: number, limit: number): Promise<void> {
    if (limit < 0) return;
    const used = await this.widgets.countForLimit(tx, accountId);
    if (used < limit) return;
    throw new ApiError(
      'widget_limit_reached',
      `The plan allows ${limit} widgets and ${used} exist; delete one or choose a larger plan.`,
      { limit, used },
    );
  }
}

function requireType(type: unknown): WidgetTypeEntry {
  const known = WIDGET_TYPES.join(', ');
  if (type === undefined || type === null || type === '') {
    throw new ApiError('missing_widget_type', `type is required: one of ${known}.`, { field: 'type' });
  }
  const entry = findWidgetType(type);
  if (!entry) {
    throw new ApiError('unknown_widget_type', `type must be one of ${known}.`, { field: 'type' });
  }
  return entry;
}

/** Settings that were not sent change nothing; null was sent, and is no settings object. */
function sent(settings: unknown): unknown {
  return settings === undefined ? {} : settings;
}
