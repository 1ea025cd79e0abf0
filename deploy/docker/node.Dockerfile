# Any of the Node processes, selected by its workspace:
#   docker build -f deploy/docker/node.Dockerfile --build-arg WORKSPACE=services/identity -t tribus/identity .
# `services/<name>` and `gateway` run their src/main.ts, `deploy` its demo/prepare.ts. The base image may be set by digest.
ARG NODE_IMAGE=node:24-slim

# Inputs of the package installation, so that it is repeated only when they change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN mkdir /manifests \
 && find . -name package.json -not -path '*/node_modules/*' -exec cp --parents {} /manifests \; \
 && cp package-lock.json /manifests

# The code of the contracts between services; the same for all images.
FROM ${NODE_IMAGE} AS contracts
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --no-audit --no-fund --workspace proto --include-workspace-root
COPY proto proto
RUN cd proto && PATH=/app/node_modules/.bin:$PATH buf generate

# Runtime dependencies only: no development packages, no types, no source maps, no documentation.
FROM ${NODE_IMAGE} AS packages
ARG WORKSPACE
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm \
    test -f "${WORKSPACE:?is not set: services/<name>, gateway or deploy}/package.json" \
 && set -- proto services/kit services/community "$WORKSPACE" \
 && if [ "$WORKSPACE" = deploy ]; then set -- proto gateway services/*; fi \
 && npm ci --ignore-scripts --omit=dev --no-audit --no-fund $(printf ' --workspace %s' "$@") \
 && find . -path '*/node_modules/*' -type f \
      \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete \
 && find . -path '*/node_modules/@ff*-installer/*/ff*' -type f -exec chmod a+x {} +

# Its sources and those of its workspace dependencies. Node runs them unbuilt, but not below node_modules: npm links here.
FROM ${NODE_IMAGE} AS sources
ARG WORKSPACE
WORKDIR /app
COPY --from=manifests /source /source
COPY --from=contracts /app/proto /source/proto
RUN set -- package.json proto services/kit services/community "$WORKSPACE" \
 && main="$WORKSPACE/src/main.ts" \
 && if [ "$WORKSPACE" = deploy ]; then set -- package.json proto gateway services deploy; main=deploy/demo/prepare.ts; fi \
 && for each in "$@"; do mkdir -p "$(dirname "$each")" && cp -r "/source/$each" "$(dirname "$each")/"; done \
 && ln -s "$main" main.ts && test -f main.ts

FROM ${NODE_IMAGE}
ARG WORKSPACE
# Reads and converts untrusted videos: the maintained package, instead of the programs of npm, which are of 2018.
RUN if [ "$WORKSPACE" = services/media ]; then \
      apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*; \
    fi
ARG VERSION=unknown
# Owner of the files: another user than the process, unless they are changed in place (skaffold dev).
ARG OWNER=0:0
WORKDIR /app
COPY --from=packages --chown=${OWNER} /app ./
COPY --from=sources --chown=${OWNER} /app ./
# Otherwise glibc uses a memory arena for every thread.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 HTTP_PORT=8080 GRPC_PORT=50051 OPS_PORT=9464 TRIBUS_VERSION=${VERSION}
# Sources are compiled once here instead of at every start, which saves a third of its processor time. The folder is
# read-only later; changed files are compiled at the start.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN if [ "$WORKSPACE" != deploy ]; then \
      node --no-warnings --input-type=module --eval "await import('/app/$WORKSPACE/src/service.ts')"; \
    fi
# Mount point of a volume for files of the process; its owner is set here.
RUN install -d -o 1000 -g 1000 /data
USER 1000:1000
EXPOSE 8080 50051 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.OPS_PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
LABEL org.opencontainers.image.title="Tribus ${WORKSPACE}" \
      org.opencontainers.image.description="A process of Tribus, a community platform" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="MIT"
# Sub-commands are arguments: `migrate`, `replay --since …`.
ENTRYPOINT ["node", "--no-warnings", "main.ts"]
