import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { Platform, PlatformMeta } from '../../platforms/platform';
import { findPlatform } from '../../platforms/registry';
import { chosenStores } from '../locations';
import { OAuthChannelsService } from '../oauth-channels.service';
import type { OAuthConnectionEntity } from '../oauth-connection.entity';
import { OAuthConnectionsService } from '../oauth-connections.service';
import { type CallbackPage, choicePage, connectedPage } from './callback-pages';
import { type CallbackRefusal, refusalFor, unknownSignIn } from './callback-refusal';
import type { ChoiceForm } from './choice-form';

/** Connects what a user has chosen in the form. */
@Injectable()
export class ChoiceService {
  constructor(
    private readonly connections: OAuthConnectionsService,
    private readonly channels: OAuthChannelsService,
  ) {}

  /** Returns the page. A choice that cannot be connected shows the form again. A form connects one channel at most. */
  async answer(slug: string, form: ChoiceForm | null): Promise<CallbackPage> {
    const platform = findPlatform(slug);
    const connection = form && (await this.connections.choosing(slug, form.token));
    if (!platform || !connection) return unknownSignIn();
    const again = (fault: CallbackRefusal): CallbackPage => {
      const { locations } = this.connections.accessOf(connection);
      return choicePage({ meta: platform.meta, ...form, locations, fault });
    };
    const msg = problemOf(platform.meta, form);
    if (msg !== null) return again({ status: 400, msg });
    try {
      return await this.connect(platform, connection, form);
    } catch (error) {
      // Another request has sent the same form meanwhile.
      if (error instanceof ApiError && error.code === 'not_found') return unknownSignIn();
      const fault = refusalFor(error, platform.meta);
      if (fault === null) throw error;
      return again(fault);
    }
  }

  private async connect(
    platform: Platform,
    connection: OAuthConnectionEntity,
    { chosen }: ChoiceForm,
  ): Promise<CallbackPage> {
    const { tokens, locations } = this.connections.accessOf(connection);
    const stores = chosenStores(platform.meta, locations, chosen.join(','));
    const { subdomain } = connection;
    const confirmed = await this.channels.confirm(connection, platform, { tokens, subdomain, stores });
    const { name } = await this.channels.connect(connection, confirmed);
    return connectedPage(platform.meta, name);
  }
}

/** Returns what a person has to change in a choice, or null. The errors of the API name a field that the page does not have. */
function problemOf({ stores }: PlatformMeta, { chosen }: ChoiceForm): string | null {
  if (chosen.length === 0) return 'Choose at least one place.';
  const max = stores && 'max' in stores ? stores.max : Number.POSITIVE_INFINITY;
  return chosen.length > max ? `Choose at most ${max} places.` : null;
}
