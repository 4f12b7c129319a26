import type { Platform } from '../platform';
import { atlassianMarketplace } from './atlassian-marketplace';
import { firefoxAddons } from './firefox-addons';
import { jetbrainsMarketplace } from './jetbrains-marketplace';
import { openVsx } from './open-vsx';
import { vscodeMarketplace } from './vscode-marketplace';

export const EXTENSIONS: readonly Platform[] = [
  firefoxAddons,
  vscodeMarketplace,
  openVsx,
  jetbrainsMarketplace,
  atlassianMarketplace,
];
