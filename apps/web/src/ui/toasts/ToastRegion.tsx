import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import classes from './ToastRegion.module.css';

/** Where toasts appear: bottom right, and at the top on phones, where the thumb and the bar are below. */
export default function ToastRegion() {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-right'}
      containerWidth={360}
      transitionDuration={160}
      className={classes.region}
      limit={4}
      zIndex={400}
    />
  );
}
