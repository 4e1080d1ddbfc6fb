{{/* What the pods of the nodes and of the migration share: no root, nothing writable but two folders, secrets as files. */}}

{{- define "usher.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "usher.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "usher.isCluster" -}}
{{- if gt (int .Values.replicas) 1 }}true{{ end }}
{{- end }}

{{- define "usher.secrets" -}}
- name: SECRET_KEY_FILE
  value: /run/secrets/usher/secret-key
- name: DATABASE_URL_FILE
  value: /run/secrets/usher/database-url
{{- if include "usher.isCluster" . }}
- name: REDIS_URL_FILE
  value: /run/secrets/usher/redis-url
- name: CLUSTER_SECRET_FILE
  value: /run/secrets/usher/cluster-secret
{{- if .Values.withPreviousClusterSecret }}
- name: CLUSTER_SECRET_PREVIOUS_FILE
  value: /run/secrets/usher/cluster-secret-previous
{{- end }}
{{- end }}
{{- end }}

{{- define "usher.settings" -}}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "usher.mounts" -}}
- name: secrets
  mountPath: /run/secrets/usher
  readOnly: true
- name: tmp
  mountPath: /tmp
- name: compiled
  mountPath: /app/node_modules/.cache
{{- end }}

{{- define "usher.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .Values.secretName }}
    defaultMode: 0440
- name: tmp
  emptyDir:
    sizeLimit: 64Mi
# Node's compiled code: a container that starts again loads it in half the time.
- name: compiled
  emptyDir:
    sizeLimit: 64Mi
{{- end }}
