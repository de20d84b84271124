export { DELIVERY_PATH, deliveryPath } from './calls.ts';
export { deliveryMessages } from './messages.ts';
export { DEFAULT_PUBLIC_LIMITS, type PublicLimits, registerPublicPages } from './public-routes.ts';
export { createDeliverySecrets, type DeliverySecrets } from './secrets.ts';
