import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/api';
import { startRecovery } from './api/recovery';
import { PreferencesProvider, readPreferences } from './app/preferences';
import { router } from './app/routes';
import { ShortcutsProvider } from './app/shortcuts';
import { loadTexts } from './i18n/texts';
import { sessionQuery } from './session/session';
import './styles/app.css';

// Both are needed for the first paint and load while the code starts.
void loadTexts(readPreferences().language, 'common');
void queryClient.prefetchQuery(sessionQuery);
startRecovery(queryClient);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element for the dashboard');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider>
        <ShortcutsProvider>
          <RouterProvider router={router} />
        </ShortcutsProvider>
      </PreferencesProvider>
    </QueryClientProvider>
  </StrictMode>,
);
