import { Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';

/**
 * Says in a tooltip why a button is disabled. A module of its own, fetched when one is: the code that
 * places tooltips is a tenth of what the login would weigh with it.
 */
export default function WithReason({
  reason,
  children,
}: {
  reason: string;
  children: ReactElement;
}) {
  return <Tooltip label={reason}>{children}</Tooltip>;
}
