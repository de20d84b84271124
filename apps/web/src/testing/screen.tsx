import { notifications } from '@mantine/notifications';
import type { Capability } from '@simiente/contract/common/access/roles';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { onTestFinished } from 'vitest';
import { ClinicTimeZone } from '../lib/format/clinic-time-zone.ts';
import { queryClient } from '../lib/query-client.ts';
import { clearSearchTexts } from '../lib/search-texts.ts';
import { routeTree } from '../routeTree.gen.ts';
import { ToastHost } from '../ui/toasts/ToastHost.tsx';
import { renderThemed } from './render.tsx';
import { CLINIC_ZONE, signIn, signInWith } from './session.ts';
import { type Answers, answerRequests } from './wire.ts';

/** Calls of the frame of every page, and of cards that are absent without data. */
const FRAME: Answers = {
  'GET /v1/deliveries/of-patient': () => ({
    deliveries: [],
    deliverable: [],
    lacksBirthDate: false,
    consentWithdrawn: false,
    email: null,
    sendsMail: false,
  }),
  'GET /v1/deliveries/requests': () => ({ requests: [] }),
  'GET /v1/reminders/attention': () => ({ toConfirm: 0, requests: 0, cancelled: 0 }),
  'GET /v1/result/attention': () => ({
    overdueOrders: 0,
    critical: 0,
    criticalReceived: 0,
    rejectedOrders: 0,
    toValidate: 0,
    received: 0,
    failedMessages: 0,
  }),
  'GET /v1/reports/attention': () => ({
    toSign: 0,
    isCapped: false,
    oldest: null,
    changed: 0,
  }),
};

/**
 * Opens a page of the app, in its frame, for an account with all capabilities, or the named ones. Its requests get
 * these answers, which the contract must allow.
 */
export async function openScreen(
  path: string,
  answers: Answers,
  capabilities?: readonly Capability[],
) {
  const settled = answerRequests({ ...FRAME, ...answers });
  if (capabilities) signInWith(...capabilities);
  else signIn();
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    defaultPendingMinMs: 0,
    defaultRemountDeps: ({ params }) => params,
  });
  const close = () => {
    cleanup();
    act(() => notifications.clean());
    queryClient.clear();
    clearSearchTexts();
  };
  onTestFinished(async () => {
    cleanup();
    await settled();
    close();
  });
  renderThemed(
    <QueryClientProvider client={queryClient}>
      <ClinicTimeZone value={CLINIC_ZONE}>
        <RouterProvider router={router as never} />
        <ToastHost />
      </ClinicTimeZone>
    </QueryClientProvider>,
  );
  return {
    // Whether the styles let the pointer through is tested in a browser, because reading them took most of the
    // time.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    /** Closes the page and signs out, as the end of a test does. */
    close,
    /** Path and query of the page that is open. */
    address: () => router.state.location.href,
    /** Navigates to the doctors, unless the page asks first; a history in memory would go back without asking. */
    leave: () => act(() => void router.navigate({ to: '/medicos' as never })),
    /** Refetches everything on the screen, as a tab does when it becomes visible. */
    refresh: () => act(() => queryClient.refetchQueries({ type: 'active' })),
  };
}
