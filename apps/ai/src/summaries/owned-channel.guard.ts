import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Principal } from '@plaudit/contracts';
import { IdParam } from '@plaudit/runtime';
import type { KnownChannel } from '../channels/channels.read-model';
import { ChannelsService } from '../channels/channels.service';

interface ChannelRequest {
  params: { id: string };
  principal?: Principal;
  channel?: KnownChannel;
}

/** Refuses a request with 404 unless the channel in its path belongs to the caller, before its body and query are checked. */
@Injectable()
export class OwnedChannelGuard implements CanActivate {
  private readonly id = new IdParam();

  constructor(private readonly channels: ChannelsService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ChannelRequest>();
    const id = this.id.transform(request.params.id);
    request.channel = await this.channels.get(id, request.principal as Principal);
    return true;
  }
}

/** Passes the channel that {@link OwnedChannelGuard} found to a parameter of a controller's method. */
export const OwnedChannel = createParamDecorator(
  (_data: unknown, context: ExecutionContext): KnownChannel => {
    const { channel } = context.switchToHttp().getRequest<ChannelRequest>();
    if (!channel) throw new Error('@OwnedChannel needs the OwnedChannelGuard');
    return channel;
  },
);
