import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../../api/api';
import { useShortcuts } from '../shortcuts';
import { ENTRIES } from './entries';

/** G and a second key go to a screen. */
export function NavigationShortcuts(): null {
  const navigate = useNavigate();
  const { subAccountId } = useApi();
  useShortcuts(
    ENTRIES.map(({ to, key }) => ({
      keys: `g ${key}`,
      run: () => void navigate({ to, params: { account: String(subAccountId) } }),
    })),
  );
  return null;
}
