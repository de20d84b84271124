export { DEFAULT_PUBLIC_LIMITS, type PublicLimits, registerPublicPages } from './public-routes.ts';
export { DELIVERY_PATH, deliveryMessages, deliveryPath } from './read-deliveries.ts';
export { createDeliverySecrets, type DeliverySecrets } from './secrets.ts';
