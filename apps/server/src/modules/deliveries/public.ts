export { DEFAULT_PUBLIC_LIMITS, type PublicLimits, registerPublicPages } from './public-routes.ts';
export { createMailReader, DELIVERY_PATH, deliveryPath } from './read-deliveries.ts';
export { createDeliverySecrets, type DeliverySecrets } from './secrets.ts';
