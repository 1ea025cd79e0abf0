# The web app and its server:
#   docker build -f deploy/docker/web.Dockerfile -t tribus/web .
# Both base images may be set by digest.
ARG NODE_IMAGE=node:24-slim
ARG CADDY_IMAGE=caddy:2.10-alpine

# Inputs of the package installation, so that it is repeated only when they change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests \
 && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents {} /manifests \; \
 && cp package-lock.json /manifests

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --no-audit --no-fund --workspace @tribus/frontend
COPY tsconfig.base.json ./
COPY services services
COPY frontend frontend
RUN node_modules/.bin/vite build frontend --logLevel warn

FROM ${CADDY_IMAGE}
# The base's Caddy has the capability to open ports below 1024; a container without that capability cannot start it. A
# copy has no capabilities.
RUN cp /usr/bin/caddy /usr/local/bin/caddy
COPY deploy/docker/web/Caddyfile /etc/caddy/Caddyfile
COPY --from=build /app/frontend/dist /srv
# The only writable folder; the root may be read-only.
ENV HOME=/tmp XDG_CONFIG_HOME=/tmp XDG_DATA_HOME=/tmp
USER 1000:1000
EXPOSE 8080 9464
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 \
    CMD wget -q -O /dev/null http://127.0.0.1:9464/healthz
LABEL org.opencontainers.image.title="Tribus web" \
      org.opencontainers.image.description="The web app of Tribus, and the way to its gateway" \
      org.opencontainers.image.licenses="MIT"
CMD ["/usr/local/bin/caddy", "run", "--config", "/etc/caddy/Caddyfile"]
