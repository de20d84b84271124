import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { whenPartIsMissing } from '../../lib/lazy-on-use.ts';
import { missingPart } from './missing-part.tsx';
import classes from './ToastRegion.module.css';
import { toastRegion, useTabToToasts } from './use-tab-to-toasts.ts';

// Registered once the code that shows it is loaded.
whenPartIsMissing((renew) => missingPart(renew));

/** Region of toasts: bottom right, and at the top on phones, where the thumb and the bar are below. */
export default function ToastRegion() {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  // They are kept outside of React, and would come back with the next person.
  useEffect(() => notifications.clean, []);

  useTabToToasts();

  return (
    <Notifications
      {...toastRegion}
      position={isPhone ? 'top-center' : 'bottom-right'}
      containerWidth={360}
      transitionDuration={160}
      className={classes.region}
      // `notify.tsx` bounds them: the library's limit would hold an undo back.
      limit={100}
      zIndex={400}
    />
  );
}
