# Any of the Node processes, chosen by the workspace it lies in:
#   docker build -f deploy/docker/node.Dockerfile --build-arg WORKSPACE=services/identity -t tribus/identity .
# `services/<name>` and `gateway` run their src/main.ts, `deploy` its demo/prepare.ts. The base may be named by digest.
ARG NODE_IMAGE=node:24-slim

# What the packages depend on, so that they are installed anew only when that changes.
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

# What this one needs of others' code when it runs: no development packages, no types, no maps, no manuals.
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
      \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete

# Its sources and those of its company. Node runs them as they are, but never below node_modules: npm's links lead here.
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
ARG VERSION=unknown
# Whose the files are: not his who runs them, unless they are to be changed in place (skaffold dev).
ARG OWNER=0:0
WORKDIR /app
COPY --from=packages --chown=${OWNER} /app ./
COPY --from=sources --chown=${OWNER} /app ./
# glibc otherwise keeps an arena of memory for every thread.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 HTTP_PORT=8080 GRPC_PORT=50051 OPS_PORT=9464 TRIBUS_VERSION=${VERSION}
# Sources are compiled here once and not at every start, which takes a third less of a processor for it. The folder is
# only read later; what was changed since is compiled as without it.
ENV NODE_COMPILE_CACHE=/app/.compiled
RUN if [ "$WORKSPACE" != deploy ]; then \
      node --no-warnings --input-type=module --eval "await import('/app/$WORKSPACE/src/service.ts')"; \
    fi
# Where a process is told to keep files it is a volume; its owner comes from here.
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
# Sub-commands are its arguments: `migrate`, `replay --since …`.
ENTRYPOINT ["node", "--no-warnings", "main.ts"]
