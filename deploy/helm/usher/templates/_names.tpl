{{/* The name of everything that the release makes; a StatefulSet's pods have it with a number. */}}
{{- define "usher.name" -}}
{{- if contains "usher" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-usher" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* The Service that gives each pod a name of its own. */}}
{{- define "usher.nodes" -}}
{{ include "usher.name" . }}-nodes
{{- end }}

{{- define "usher.selector" -}}
app.kubernetes.io/name: usher
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "usher.labels" -}}
{{ include "usher.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "usher.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
