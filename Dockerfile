# The first stage needs npm and any Node from 20 on; the Node that Wātea runs on comes with its install. The second needs
# only Debian's C and C++ libraries.
ARG BUILD_BASE=docker.io/library/node:24-bookworm-slim
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /src
COPY package.json .npmrc ./
RUN npm install --no-audit --no-fund
COPY . .
RUN node_modules/node/bin/node scripts/make-release.ts /opt/watea

FROM ${BASE}
RUN groupadd --gid 10001 watea \
  && useradd --uid 10001 --gid watea --no-create-home --home-dir /var/lib/watea --shell /usr/sbin/nologin watea \
  && install -d -o watea -g watea -m 0700 /var/lib/watea
COPY --from=build /opt/watea /opt/watea
WORKDIR /opt/watea
ENV NODE_ENV=production \
  NEXT_TELEMETRY_DISABLED=1 \
  DATABASE_URL=file:/var/lib/watea/watea.db \
  PATH=/opt/watea/node_modules/node/bin:$PATH
USER watea
VOLUME /var/lib/watea
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "server/healthcheck.ts"]
CMD ["node", "server.ts"]
