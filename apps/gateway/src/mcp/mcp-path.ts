export const MCP_PATH = '/public/v1/mcp';
