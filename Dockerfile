# Contrafact in two stages: everything that builds stays in the first. One image serves every role.
# The base image's name is an argument, so that a mirror or another Debian-based Node image can take its place.
ARG NODE_IMAGE=node:20-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && node scripts/prune-installed.mjs

FROM ${NODE_IMAGE}
# tini reaps what is left of killed processes; bubblewrap is the sandbox of decoders where the engine allows user namespaces.
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production \
    CONTRAFACT_HOST=0.0.0.0 \
    CONTRAFACT_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
COPY --from=build /app/fonts ./fonts
COPY --from=build /app/models ./models
COPY --from=build /app/openapi ./openapi
COPY --from=build /app/client/dist ./client/dist
COPY --from=build /app/node_modules ./node_modules
RUN mkdir /data && chown node:node /data
# Execute-only: the kernel lets no process of the same user read the memory or environment of a program that this user
# cannot read (`dumpable` in prctl(2)), so that a decoder that was taken over cannot read the service's.
RUN chmod 711 "$(readlink -f "$(command -v node)")"
USER node
# All that is written: the embedded database or a worker's caches, uploads, models. Everything else may be read-only.
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.CONTRAFACT_PORT||8080)+'/readyz').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"]
# SIGTERM, which tini passes on, hands running tasks back.
ENTRYPOINT ["tini", "--", "node", "bin/contrafact"]
CMD ["serve"]
