import type { Platform } from '../platform';
import { appSumo } from './appsumo';
import { atlassianMarketplace } from './atlassian-marketplace';
import { chromeWebStore } from './chrome-web-store';
import { envato } from './envato';
import { firefoxAddons } from './firefox-addons';
import { jetbrainsMarketplace } from './jetbrains-marketplace';
import { openVsx } from './open-vsx';
import { shopifyAppStore } from './shopify-app-store';
import { vscodeMarketplace } from './vscode-marketplace';
import { wordpressOrg } from './wordpress-org';

export const EXTENSIONS: readonly Platform[] = [
  wordpressOrg,
  shopifyAppStore,
  firefoxAddons,
  vscodeMarketplace,
  openVsx,
  jetbrainsMarketplace,
  atlassianMarketplace,
  chromeWebStore,
  envato,
  appSumo,
];
