# syntax=docker/dockerfile:1

# The image of a release: first `npm run release`, which leaves the archive in .cache/release.
# A tag can be moved; a digest cannot: --build-arg DEBIAN_IMAGE=debian:12-slim@sha256:…
# How it is found: docs/es/instalar.md, «Imágenes por su huella».
ARG DEBIAN_IMAGE=debian:12-slim

FROM ${DEBIAN_IMAGE} AS unpacked
WORKDIR /archive
COPY .cache/release/ ./
RUN sha256sum --check *.sha256 && mkdir /app \
  && tar -xzf *.tar.gz --no-same-owner --strip-components=1 -C /app

FROM ${DEBIAN_IMAGE}
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  DATA_DIR=/data
RUN groupadd --gid 1000 simiente \
  && useradd --uid 1000 --gid simiente --home-dir /data --shell /usr/sbin/nologin simiente \
  && install -d -o simiente -g simiente -m 700 /data /backups /wal
WORKDIR /app
COPY --from=unpacked /app ./
USER simiente
VOLUME /data
EXPOSE 3000
# Whether it lives, which is all that Docker acts on; who distributes requests asks /health/ready.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It listens to the signals that stop it; its PostgreSQL is its child, and `init` of compose.yaml buries orphans.
ENTRYPOINT ["bin/node", "--max-semi-space-size=16", "apps/server/dist/cli.js"]
CMD ["serve"]
