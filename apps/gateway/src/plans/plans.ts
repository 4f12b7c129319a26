import type { PlanLimits } from '@plaudit/contracts';

export const PLAN_NAMES = ['trial', 'starter', 'growth', 'agency', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** The limits of each plan. -1 means unlimited. */
export const PLANS: Readonly<Record<PlanName, PlanLimits>> = {
  trial: {
    properties: 1,
    channels: 5,
    sub_accounts: 1,
    webhooks: 2,
    widgets: 5,
    invites_month: 50,
    ai_day: 10,
    users: 2,
    keys: 100,
  },
  starter: {
    properties: 1,
    channels: 10,
    sub_accounts: 1,
    webhooks: 3,
    widgets: 10,
    invites_month: 300,
    ai_day: 50,
    users: 3,
    keys: 100,
  },
  growth: {
    properties: 5,
    channels: 50,
    sub_accounts: 5,
    webhooks: 10,
    widgets: 50,
    invites_month: 1500,
    ai_day: 200,
    users: 10,
    keys: 100,
  },
  agency: {
    properties: 25,
    channels: 500,
    sub_accounts: 50,
    webhooks: 25,
    widgets: 500,
    invites_month: 5000,
    ai_day: 1000,
    users: 50,
    keys: 100,
  },
  enterprise: {
    properties: -1,
    channels: -1,
    sub_accounts: -1,
    webhooks: 50,
    widgets: -1,
    invites_month: -1,
    ai_day: 5000,
    users: -1,
    keys: 100,
  },
};
