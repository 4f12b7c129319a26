import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { warnOfFailure } from '@plaudit/runtime';
import { McpCallsRepository, type NewMcpCall } from './mcp-calls.repository';
import { type ApiResponse, codeOf } from './tool-result';

/** Records every call of a tool. */
@Injectable()
export class McpAuditService {
  private readonly logger = new Logger(McpAuditService.name);

  constructor(private readonly repository: McpCallsRepository) {}

  /**
   * Inserts a row for the call, runs it, and completes the row. Returns the response. Throws 503 `upstream_unavailable`
   * without running the call if the row cannot be inserted, so that no call is without a trace.
   */
  async record(call: NewMcpCall, run: () => Promise<ApiResponse>): Promise<ApiResponse> {
    const id = await this.begin(call);
    const response = await run();
    try {
      await this.repository.complete(id, response.status, codeOf(response));
    } catch (error) {
      // The row proves that the call was made, so the client still gets the response.
      warnOfFailure(this.logger, 'Could not record the outcome of an MCP call', error);
    }
    return response;
  }

  private async begin(call: NewMcpCall): Promise<number> {
    try {
      return await this.repository.begin(call);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not record an MCP call, so it was refused', error);
      throw new ApiError(
        'upstream_unavailable',
        'The call could not be recorded, so it was not made; try again shortly.',
      );
    }
  }
}
