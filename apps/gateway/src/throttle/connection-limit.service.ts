import type { Server, Socket } from 'node:net';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { GatewayEnv } from '../gateway.env';
import { ClientAddressService } from '../proxy/client-address.service';
import { clientNetwork } from '../proxy/network-of';

/**
 * Limits the connections of each client network (IPv6: of each /64). A connection takes memory and a file descriptor even
 * if it sends nothing. Trusted proxies have no limit, because they open connections for many clients.
 */
@Injectable()
export class ConnectionLimitService implements OnApplicationBootstrap {
  private readonly open = new Map<string, number>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly addresses: ClientAddressService,
    private readonly env: GatewayEnv,
  ) {}

  onApplicationBootstrap(): void {
    if (this.env.MAX_CONNECTIONS_PER_ADDRESS === 0) return;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    server.on('connection', (socket: Socket) => this.count(socket));
  }

  private count(socket: Socket): void {
    const { remoteAddress = '' } = socket;
    if (this.addresses.isProxy(remoteAddress)) return;
    const network = clientNetwork(this.addresses.of(remoteAddress, undefined));
    const count = this.open.get(network) ?? 0;
    if (count >= this.env.MAX_CONNECTIONS_PER_ADDRESS) {
      socket.destroy();
      return;
    }
    this.open.set(network, count + 1);
    socket.once('close', () => {
      const left = (this.open.get(network) ?? 0) - 1;
      if (left > 0) this.open.set(network, left);
      else this.open.delete(network);
    });
  }
}
